export type SecretKind = 'private-key' | 'seed' | 'wallet-access' | 'ecash' | 'hash'

export function secretKind(given: string): SecretKind | undefined
