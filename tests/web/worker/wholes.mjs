// What wholes.rs makes indexes of.

/** A request with the fingerprints of one of the documents that wholes.rs makes, of which one bit in sixteen is another. */
export async function edited(url, document) {
  const { design } = await (await fetch(`${url}/v1/documents`)).json();
  const fingerprints = [0, 1, 2, 3, 4].map((at) => mixed(BigInt(document * 5 + at)) ^ 0x0001_0001_0001_0001n);
  return { fingerprints: fingerprints.map((value) => value.toString(16).padStart(16, "0")), words: 300, design: design.id };
}

/** `hash::mix` of the core. */
function mixed(value) {
  value = BigInt.asUintN(64, (value ^ (value >> 30n)) * 0xbf58476d1ce4e5b9n);
  value = BigInt.asUintN(64, (value ^ (value >> 27n)) * 0x94d049bb133111ebn);
  return value ^ (value >> 31n);
}
