import { count, counted } from './wording.ts';

/** What is being done, as a clause: `grading 1,413 products on 20 attributes`. */
export function stageInWords(
  stage:
    | { readonly doing: 'reading'; readonly file: string; readonly bytes: number }
    | { readonly doing: 'grading'; readonly products: number; readonly attributes: number }
    | { readonly doing: 'comparing'; readonly before: number; readonly after: number }
    | { readonly doing: 'writing'; readonly sheet: string; readonly file: string },
): string {
  switch (stage.doing) {
    case 'reading':
      return `reading ${stage.file} (${megabytes(stage.bytes)})`;
    case 'grading':
      return `grading ${counted(stage.products, 'product')} on ${counted(stage.attributes, 'attribute')}`;
    case 'comparing':
      return `comparing ${count(stage.before)} with ${count(stage.after)} products`;
    case 'writing':
      return `writing ${stage.sheet} into ${stage.file}`;
  }
}

export function megabytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
