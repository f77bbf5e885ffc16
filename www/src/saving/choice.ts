//! What a person chose to save.

export interface Choice {
  title: string;
  pairs: [number, number][];
  whole: boolean;
  anonymous: boolean;
  judgements: boolean;
}

/** Says how many of all steps are done. */
export type Progress = (done: number, of: number) => void;
