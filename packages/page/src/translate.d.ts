export function translate(
  text: string,
  values: Readonly<Record<string, string | number>>,
  reader: { readonly texts?: Readonly<Record<string, string>> | undefined; readonly direction: 'ltr' | 'rtl' },
): string
