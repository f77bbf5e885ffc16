// Loading of the wasm module where that takes a while: what is called before is an error that says what to do.

import { TwinprintError } from "./bind.js";

/** `init` for a module that `load` makes from what it is given, and that stands at `file()`; `needed` throws until it is there. */
export function loaded(load, file) {
  let there = false;
  let loading;

  function init(source = file()) {
    loading ??= start(load, source).then(
      () => void (there = true),
      (error) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }

  function needed(place) {
    if (there) return;
    const [what, remedy] = ["the wasm module is not loaded", "call `await init()` first, once"];
    throw new TwinprintError({ kind: "not-loaded", what, place, remedy, message: `${place}: ${what}; ${remedy}` });
  }

  return { init, needed };
}

/** `init` for a module that is there from the start: so the same code runs everywhere. */
export const init = async () => {};

const isAddress = (source) => typeof source === "string" || source instanceof URL || source instanceof Request;

async function start(load, source) {
  const given = await source;
  const place = given instanceof Response || given instanceof Request ? given.url : isAddress(given) ? String(given) : "the wasm module";
  try {
    const file = isAddress(given) ? await fetch(given) : given;
    await load({ module_or_path: file instanceof Response ? answered(file) : file });
  } catch (error) {
    const what = `it cannot be loaded (${error.message})`;
    const remedy = remedyOf(error);
    throw new TwinprintError({ kind: "not-loaded", what, place, remedy, message: `${place}: ${what}; ${remedy}` }, { cause: error });
  }
}

/** A response with a file, not with a page that a server sends where it has none. */
function answered(response) {
  if (!response.ok) throw new Error(`the server answers ${response.status}`);
  if (/^text\/html/.test(response.headers.get("content-type") ?? "")) throw new Error("the server sends a page in its place");
  return response;
}

function remedyOf(error) {
  if (error instanceof WebAssembly.CompileError && /policy|unsafe-eval/i.test(error.message)) {
    return "let the page's content security policy have script-src 'wasm-unsafe-eval'";
  }
  return "serve twinprint/twinprint.wasm there, or give `init` its address; for Vite's dev server, put twinprint into optimizeDeps.exclude";
}
