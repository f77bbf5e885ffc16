import type { Explanation, Sketches as Generated, SketchesCompared } from "./dist/languages/twinprint.js";

export * from "./index.js";
export type {
  Explanation,
  SketchesCompared,
  SketchFeature,
  SketchPart,
} from "./dist/languages/twinprint.js";

/**
 * Documents reduced to sketches by one method, such as "fusion:bits=64"; they stay in memory: `free` it when done.
 *
 * Its methods throw a {@link TwinprintError} where the module reports an error.
 */
export class Sketches extends Generated {
  /** `model` is the bytes of a model of term weights, such as `twinprint/english.twm`; without, every weight is one. */
  constructor(method: string, model?: Uint8Array);
  put(id: number, name: string, text: string, format?: "plain" | "html", url?: string): void;
  compare(a: number, b: number): SketchesCompared;
  explain(a: number, b: number, features?: number): Explanation;
}
