//! Whether single letters are keys. Who speaks to their computer, or presses keys by accident, can have them off; that choice
//! is kept without being asked, since asking each time is what it is to spare.

const NAME = "twinprint:keys";

/** Whether letters are keys at present. */
export function lettersAreKeys(): boolean {
  try {
    return localStorage.getItem(NAME) !== "off";
  } catch {
    return true;
  }
}

export function setLettersAreKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, "off");
  } catch {
    // A browser that keeps nothing asks each time.
  }
}
