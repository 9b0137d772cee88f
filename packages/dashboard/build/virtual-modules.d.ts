declare module 'virtual:guides' {
  export const guides: readonly {
    readonly path: string;
    readonly section: string;
    readonly title: string;
    readonly description: string;
    readonly load: () => Promise<{
      readonly html: string;
      readonly headings: readonly { readonly id: string; readonly text: string }[];
    }>;
  }[];
}
