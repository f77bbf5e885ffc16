//! What is said of a link with a class's settings.

import { counted } from "./format.ts";

export const SETTINGS_LINK = {
  place: "the link",
  copy: "Copy a link with these settings",
  copied: (templates: number) => `The link is copied. It has these settings${templates > 0 ? ` and ${counted(templates, "template")}` : ""}, and none of the other documents. Whoever opens it starts with them.`,
  shown: (link: string) => `Your browser did not let the page copy the link. Here it is: ${link}`,
  failed: (what: string) => `There is no link: ${what}.`,
  tooLong: "the templates are too long for one; remove them and add them from their files, or save a project",
  used: (templates: number) => `These are the settings of the link${templates > 0 ? `, with ${counted(templates, "template")}` : ""}.`,
  refused: (what: string) => `The settings of the link were not used: ${what}. Please request it again.`,
} as const;
