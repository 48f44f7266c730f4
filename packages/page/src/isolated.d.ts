export function isolated(text: string, direction: 'ltr' | 'rtl'): string
export function closed(text: string): string
