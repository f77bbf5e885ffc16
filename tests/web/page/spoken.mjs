// A page as a screen reader tells it: a line for each thing it would say, from the browser's own tree of accessibility.

/** Roles that say nothing themselves; what is in them is said. */
const SILENT = new Set(["none", "generic", "InlineTextBox", "RootWebArea", "paragraph", "LineBreak", "Section", "emphasis", "strong", "mark", "code", "LabelText", "rowgroup", "LayoutTable", "ListMarker", "ignored", "superscript"]);

/** Roles that are told by their name, and whose content is not told again. */
const WHOLE = new Set(["button", "link", "heading", "checkbox", "radio", "searchbox", "textbox", "spinbutton", "combobox", "img", "image", "option", "columnheader", "rowheader", "cell", "gridcell", "progressbar", "SvgRoot", "DisclosureTriangle", "StaticText", "slider", "switch", "tab"]);

/** Lines such as `heading 2: Documents`, `button: Options`, `checkbox: Keep on this device, not checked`. */
export async function spoken(page) {
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send("Accessibility.getFullAXTree");
  await client.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const lines = [];
  const visit = (node, depth) => {
    const role = node.role?.value;
    const name = (node.name?.value ?? "").replace(/[\u2066-\u2069]/g, "").replace(/\s+/g, " ").trim();
    const told = !node.ignored && !SILENT.has(role) && (name !== "" || role !== "StaticText");
    if (told) lines.push("  ".repeat(depth) + line(role, name, node));
    if (told && WHOLE.has(role) && name !== "") {
      // Controls within cells are reached by themselves.
      for (const inner of within(node, byId)) if (["link", "button", "checkbox"].includes(inner.role?.value)) visit(inner, depth + 1);
      return;
    }
    for (const id of node.childIds ?? []) if (byId.has(id)) visit(byId.get(id), told ? depth + 1 : depth);
  };
  visit(nodes[0], 0);
  return lines;
}

/** What stands in a node, the nearest first. */
function within(node, byId) {
  return (node.childIds ?? []).flatMap((id) => {
    const inner = byId.get(id);
    if (!inner) return [];
    return [inner, ...(["link", "button", "checkbox"].includes(inner.role?.value) ? [] : within(inner, byId))];
  });
}

function line(role, name, { properties = [], value, description }) {
  const property = (wanted) => properties.find(({ name }) => name === wanted)?.value.value;
  const said = role === "StaticText" ? name : `${role}${role === "heading" ? ` ${property("level")}` : ""}${name && `: ${name}`}`;
  const states = [
    value?.value !== undefined && value.value !== "" && String(value.value) !== name && `“${String(value.value).slice(0, 60)}”`,
    property("checked") !== undefined && (property("checked") === "true" || property("checked") === true ? "checked" : "not checked"),
    property("pressed") !== undefined && (String(property("pressed")) === "true" ? "pressed" : "not pressed"),
    property("expanded") !== undefined && (property("expanded") ? "expanded" : "collapsed"),
    property("disabled") && "unavailable",
    property("live") && property("live") !== "off" && `speaks when it changes`,
    property("modal") && "modal",
    description?.value && description.value !== name && `(${description.value})`,
  ].filter(Boolean);
  return [said, ...states].join(", ");
}

/** What is wrong with such a text, whatever it says: things to act on without a name, and headings that skip a level. */
export function silent(lines) {
  const nameless = lines.filter((line) => /^\s*(button|link|checkbox|radio|searchbox|textbox|spinbutton|combobox|img|image|dialog|progressbar|slider|switch|heading \d)(,|$)/.test(line));
  const levels = lines.flatMap((line) => /^\s*heading (\d)/.exec(line)?.[1] ?? []).map(Number);
  const skipped = levels.filter((level, i) => level > (levels[i - 1] ?? 1) + 1).map((level) => `a heading of level ${level} that skips one`);
  return [...nameless, ...skipped];
}
