'use client';

export { Exposure, type ExposureProps } from './exposure.ts';
export { type Ranking, type RankingOptions, useRanking } from './use-ranking.ts';
export { type Suggestions, type SuggestionsOptions, useSuggestions } from './use-suggestions.ts';
