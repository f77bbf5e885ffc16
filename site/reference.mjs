//! Pages that are made from the code, as Markdown: the program's options, the Python and npm packages, the service.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The pages of all commands, by their files' names; `program` is the program `twinprint`. */
export function options(program) {
  const folder = mkdtempSync(join(tmpdir(), "twinprint-options-"));
  try {
    execFileSync(program, ["manual", "--markdown", folder], { stdio: ["ignore", "ignore", "inherit"] });
    return new Map(readdirSync(folder).sort().map((name) => [name.replace(/\.md$/, ""), readFileSync(join(folder, name), "utf8")]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A README under a title that says which it is. */
const readme = (root, file, title) => readFileSync(join(root, file), "utf8").replace(/^# .*$/m, `# ${title}`);

/** The README of the Python package, and after it all that it has. */
export function python(root) {
  const made = execFileSync(process.env.PYTHON ?? "python3", [join(root, "site/python_reference.py")], { encoding: "utf8" });
  return `${readme(root, "crates/python/README.md", "The Python package")}\n## Every function and class\n\n${made.replace(/^##/gm, "###")}`;
}

/** The README of the npm package, and after it each declaration of its types with what is said of it. */
export function javascript(root) {
  const parts = ["index.d.ts", "languages.d.ts"].map((file) => {
    const types = readFileSync(join(root, "pkg", file), "utf8");
    return `## Types of ${file === "index.d.ts" ? "twinprint" : "twinprint/languages"}\n\n${declarations(types).join("\n\n")}`;
  });
  return `${readme(root, "pkg/README.md", "The npm package")}\n${parts.join("\n\n")}\n`;
}

/** The declarations of a file of types: each a heading, what its comment says, and itself. */
function declarations(types) {
  const declaration = /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?^export (?:declare )?(?:default )?(?:async )?(interface|type|function|class|const|namespace) (\w+)[\s\S]*?(?=\n(?:\/\*\*|export |import |declare |$)|\n\}\n)(?:\n\})?/gm;
  return Array.from(types.matchAll(declaration), ([whole, comment = "", , name]) => {
    const said = comment.replace(/^\s*\* ?/gm, "").replace(/\{@link (\w+)\}/g, "`$1`").replace(/^@throws (?:\{(\w+)\})?/gm, "\nThrows `$1`").replace(/^@param (\w+)/gm, "\n- `$1`:").replace(/^@returns?/gm, "\nReturns").trim();
    const code = whole.replace(/^\/\*\*[\s\S]*?\*\/\n/, "");
    return `### ${name}\n\n${said}\n\n\`\`\`ts\n${code.trim()}\n\`\`\``;
  });
}

/** The service's OpenAPI: each address with what it takes and what it answers. */
export function http(root) {
  const api = JSON.parse(readFileSync(join(root, "docs/service.openapi.json"), "utf8"));
  const resolved = (item) => (item?.$ref ? item.$ref.slice(2).split("/").reduce((at, key) => at[key], api) : item);
  const named = (schema) => (schema?.$ref ? `[${schema.$ref.split("/").at(-1)}](#${schema.$ref.split("/").at(-1).toLowerCase()})` : typed(schema));
  const typed = (schema = {}) => {
    if (schema.$ref) return named(schema);
    if (schema.oneOf) return schema.oneOf.map(typed).join(" or ");
    if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
    if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
    if (schema.type === "array") return schema.prefixItems ? `[${schema.prefixItems.map(typed).join(", ")}]` : `list of ${typed(schema.items)}`;
    return [schema.type].flat().join(" or ") + (schema.pattern ? ` \`${schema.pattern}\`` : "");
  };
  const cell = (text = "") => text.replace(/\|/g, "\\|").replace(/\s+/g, " ");
  const bodies = (content = {}) => Object.entries(content).map(([type, { schema }]) => `\`${type}\`${schema ? `, ${named(schema)}` : ""}`).join("; ");
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).filter(([method]) => /^[a-z]+$/.test(method) && method !== "parameters").map(([method, of]) => {
      const answers = Object.entries(of.responses).map(([status, response]) => `| ${status} | ${cell(resolved(response).description)} | ${cell(bodies(resolved(response).content))} |`);
      const takes = of.requestBody ? `\n\nTakes ${bodies(resolved(of.requestBody).content)}.` : "";
      const parameters = (of.parameters ?? []).map(resolved).map(({ name, in: place, description }) => `- \`${name}\` (${place}): ${description}`);
      return `### ${method.toUpperCase()} ${path}\n\n${of.description ?? of.summary}${takes}${parameters.length ? `\n\n${parameters.join("\n")}` : ""}\n\n| status | when | with |\n|---|---|---|\n${answers.join("\n")}`;
    }),
  );
  const schemas = Object.entries(api.components.schemas).map(([name, schema]) => {
    const fields = Object.entries(schema.properties ?? {}).map(([field, of]) => `| \`${field}\`${schema.required?.includes(field) ? "" : ", may be missing"} | ${cell(typed(of))} | ${cell(of.description)} |`);
    return `### ${name}\n\n${schema.description ?? ""}${fields.length ? `\n\n| field | type | what |\n|---|---|---|\n${fields.join("\n")}` : `\n\n${typed(schema)}`}`;
  });
  return `# ${api.info.title}\n\n${api.info.description}\n\n[service.openapi.json](service.openapi.json) is the file for programs.\n\n## Addresses\n\n${operations.join("\n\n")}\n\n## Bodies\n\n${schemas.join("\n\n")}\n`;
}
