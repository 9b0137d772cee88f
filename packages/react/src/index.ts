'use client';

export { Exposure, type ExposureProps } from './exposure.ts';
export { SearchBox, type SearchBoxProps } from './search-box.tsx';
export { Shelf, type ShelfProps } from './shelf.tsx';
export { type Ranking, type RankingOptions, useRanking } from './use-ranking.ts';
export { type CatalogOptions, type Search, useSearch } from './use-search.ts';
export { type Suggestions, type SuggestionsOptions, useSuggestions } from './use-suggestions.ts';
