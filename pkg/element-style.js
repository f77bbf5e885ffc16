// How <twinprint-compare> looks: as the page around it, light or dark as its `color-scheme` says, but for what custom properties set.
export const STYLE = `
:host {
  display: block;
  container-type: inline-size;
  font: var(--twinprint-font, inherit);
}
:host([hidden]) { display: none; }
slot { display: none; }
[part~="status"] { margin: 0 0 0.5em; }
[part~="texts"] { display: grid; grid-template-columns: 1fr 1fr; gap: 1em; }
@container (max-width: 32em) { [part~="texts"] { grid-template-columns: 1fr; } }
[part~="pane"] { min-width: 0; }
[part~="name"] { font-weight: bold; margin-bottom: 0.25em; }
[part~="text"] {
  box-sizing: border-box;
  height: var(--twinprint-height, 20em);
  overflow: auto;
  padding: 0.75em;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  line-height: 1.5;
  color: var(--twinprint-text, light-dark(#1a1a1a, #e8e8e8));
  background: var(--twinprint-background, light-dark(#ffffff, #1c1c1e));
  border: 1px solid var(--twinprint-border, light-dark(#767676, #8e8e93));
  border-radius: var(--twinprint-radius, 4px);
}
[part~="passage"] {
  color: inherit;
  background: var(--twinprint-passage, light-dark(#ffe08a, #6b5300));
  cursor: pointer;
}
[part~="passage-edited"] { background: var(--twinprint-passage-edited, light-dark(#cfe3ff, #12406f)); }
[part~="passage"]:focus-within { text-decoration: underline; text-underline-offset: 0.2em; }
[part~="number"] {
  font: inherit;
  font-size: 0.75em;
  min-width: 2em;
  min-height: 2em;
  margin-inline-end: 0.3em;
  padding: 0 0.4em;
  cursor: pointer;
  user-select: none;
  color: var(--twinprint-background, light-dark(#ffffff, #1c1c1e));
  background: var(--twinprint-text, light-dark(#1a1a1a, #e8e8e8));
  border: 1px solid transparent;
  border-radius: 1em;
}
:focus-visible { outline: 2px solid var(--twinprint-focus, light-dark(#0b57d0, #8ab4f8)); outline-offset: 2px; }
`;
