import type { ProviderId } from '../../config/login-providers.ts'
import { type Change, defineCommand } from '../../db/database.ts'

/** The user who links an identity, with the token version at the time of the request. */
export interface Linker {
  readonly userId: string
  readonly tokenVersion: number
}

/** A browser's visit to a provider, stored until it returns. */
export interface KeptVisit {
  /** SHA-256 of the state. */
  readonly digest: string
  readonly provider: ProviderId
  /** Undefined = the visit is a log-in. */
  readonly linker: Linker | undefined
  readonly nonce: string
  readonly codeChallenge: string
  /** Undefined = the client made the challenge and brings the verifier. */
  readonly sealedVerifier: string | undefined
  /** The page of the web app to end at, logged in by a cookie; undefined = the start page, with a token. */
  readonly nextPage: string | undefined
  readonly expiresAt: number
}

/** Also deletes expired visits whose user never came back. */
export const keepVisit = defineCommand({
  name: 'keep-visit',
  run: async (tx, { visit, now }: { visit: KeptVisit; now: number }): Promise<void> => {
    await tx.run({ sql: 'DELETE FROM oauth_states WHERE expires_at <= $1', params: [now] })
    await tx.run(insertVisit(visit))
  },
})

const insertVisit = ({ linker, ...visit }: KeptVisit): Change => ({
  sql: `INSERT INTO oauth_states (digest, provider, user_id, token_version, nonce, code_challenge, code_verifier_sealed, next_page, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
  params: [
    visit.digest,
    visit.provider,
    linker?.userId ?? null,
    linker?.tokenVersion ?? null,
    visit.nonce,
    visit.codeChallenge,
    visit.sealedVerifier ?? null,
    visit.nextPage ?? null,
    visit.expiresAt,
  ],
  rows: 1,
})

/** Returns and deletes the visit with that state: only the first request gets it, whatever the outcome. */
export const takeVisit = defineCommand({
  name: 'take-visit',
  run: async (tx, input: { digest: string; provider: ProviderId; now: number }): Promise<KeptVisit | undefined> => {
    const visit = await tx.first('SELECT * FROM oauth_states WHERE digest = $1', [input.digest], toVisit)
    if (visit === undefined || visit.provider !== input.provider) return undefined
    await tx.run({ sql: 'DELETE FROM oauth_states WHERE digest = $1', params: [input.digest], rows: 1 })
    return visit.expiresAt > input.now ? visit : undefined
  },
})

interface VisitRow {
  readonly digest: string
  readonly provider: ProviderId
  readonly user_id: string | null
  readonly token_version: bigint | null
  readonly nonce: string
  readonly code_challenge: string
  readonly code_verifier_sealed: string | null
  readonly next_page: string | null
  readonly expires_at: bigint
}

const toVisit = (row: VisitRow): KeptVisit => ({
  digest: row.digest,
  provider: row.provider,
  linker:
    row.user_id === null || row.token_version === null
      ? undefined
      : { userId: row.user_id, tokenVersion: Number(row.token_version) },
  nonce: row.nonce,
  codeChallenge: row.code_challenge,
  sealedVerifier: row.code_verifier_sealed ?? undefined,
  nextPage: row.next_page ?? undefined,
  expiresAt: Number(row.expires_at),
})
