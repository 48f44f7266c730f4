import { EXTENSION_ID } from '../../../config/extensions.ts'

/** Paths and names that are the service's own, or that some program gives a meaning to (rule X9). */
const OURS = `admin app users user api auth docs redoc openapi openapi.json health healthz ready metrics static assets public
  pages ws wallet wallets rate rates currencies login logout account settings node ext extension extensions upgrades
  callback webhook favicon.ico robots.txt manifest.json sw.js .well-known constructor prototype __proto__`
/** The fields of every version, also of a version without them. */
const BUILT_INS = `lnurlp withdraw tpos paywall satspay invoices tipjar splitpayments scrub lndhub nwcprovider boltcards
  bitcoinswitch fossa offlineshop events lnticket lncalendar nostrnip5 copilot scheduler watchonly`

const RESERVED: ReadonlySet<string> = new Set(`${OURS} ${BUILT_INS}`.split(/\s+/))

/** Why no package may have this id; undefined = it may. */
export function idProblem(id: string): string | undefined {
  if (RESERVED.has(id.toLowerCase())) return `The id ${id.toLowerCase()} is reserved.`
  if (EXTENSION_ID.test(id)) return undefined
  return 'The id must be 2 to 32 lower-case letters, digits and underscores, and begin with a letter.'
}
