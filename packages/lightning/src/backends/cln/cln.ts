import { defineBackend, secret, text } from '../../config/define-backend.ts'
import { readAgain } from '../../config/setting.ts'
import { readCln, readRuneFile } from './read-cln.ts'

export const cln = defineBackend({
  kind: 'cln',
  label: 'Core Lightning',
  prefix: 'CLNREST_',
  variables: [
    text('CLNREST_URL', 'URL of CLNRest.'),
    text('CLNREST_CERT', "The node's own certificate: PEM, base64 or a path.", {
      varies: 'one that the system trusts',
      field: 'cert',
    }),
    text('CLNREST_CA', 'The authority that signed the certificate: PEM, base64 or a path.', {
      varies: 'those of the system',
      field: 'authority',
    }),
    secret('CLNREST_PAY_RUNE', 'Rune that pays, or the path of its file.', { field: 'rune-pay' }),
    secret('CLNREST_INVOICE_RUNE', 'Rune that makes invoices, or the path of its file.', {
      varies: 'the rune that pays',
      field: 'rune-invoice',
    }),
    secret('CLNREST_READONLY_RUNE', 'Rune that reads, or the path of its file.', {
      varies: 'the rune that pays',
      field: 'rune-read',
    }),
    {
      name: 'CLNREST_LAST_PAY_INDEX',
      kind: 'integer',
      default: '0',
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      about: 'Receipts up to this one are ignored.',
      field: 'pay-index',
    },
  ],
  read: readCln,
  open: async (config, deps) => (await import('./open-cln.ts')).openCln(config, deps),
  credentialEnds: ({ runes }) => Object.values(runes).map((rune) => runeEndsAt(readAgain(rune, readRuneFile))),
})

const CODE_BYTES = 32

/**
 * When a rune expires by its own restrictions (`time<…`), Unix seconds; undefined = it does not say. Offline: only the
 * node can judge its code. Of several restrictions the earliest counts; a restriction with an alternative other than a
 * time does not expire.
 */
function runeEndsAt(rune: string): number | undefined {
  const restrictions = split(Buffer.from(rune, 'base64url').toString('utf8', CODE_BYTES), '&')
  const ends = restrictions.flatMap((restriction) => {
    const times = split(restriction, '|').map((alternative) => /^time<(\d{1,15})$/.exec(alternative)?.[1])
    return times.length === 0 || times.includes(undefined) ? [] : [Math.max(...times.map(Number))]
  })
  return ends.length === 0 ? undefined : Math.min(...ends)
}

/** At each separator that has no backslash before it. */
function split(text: string, separator: '&' | '|'): readonly string[] {
  return text.match(separator === '&' ? /(?:\\.|[^&\\])+/gs : /(?:\\.|[^|\\])+/gs) ?? []
}
