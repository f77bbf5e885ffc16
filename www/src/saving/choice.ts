//! What a person chose to save.

export interface Choice {
  title: string;
  /** Who judged, as the report is to say it; empty where it is not to. */
  by: string;
  pairs: [number, number][];
  whole: boolean;
  anonymous: boolean;
  judgements: boolean;
  /** The pairs by which a report tells of persons, in a row each; none where it does not. */
  summary: [number, number][];
}

/** Says how many of all steps are done. */
export type Progress = (done: number, of: number) => void;
