export const isLoopback = (host: string): boolean => /^(127(\.\d{1,3}){3}|::1|\[::1\]|localhost)$/.test(host)

export const isPort = (text: string | undefined): boolean => Number(text) >= 1 && Number(text) <= 65_535
