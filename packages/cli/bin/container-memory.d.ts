export declare const containerMemory: (constrained?: number, total?: number) => number | undefined;
export declare const heapMegabytes: (bytes: number) => number;
export declare const chosenHeapOptions: (options: readonly string[]) => string[];
export declare const heapOptions: (args: readonly string[], chosen: string, bytes?: number) => string[];
