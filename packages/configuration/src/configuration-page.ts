import { ENTRY_VARIABLES, PRICE_VARIABLES } from './variables/known-variables.ts'
import { FUNDING_VARIABLES, NODE_VARIABLES } from './variables/node-variables.ts'
import type { Variable } from './variables/variable.ts'
import { WALLET_VARIABLES } from './variables/wallet-variables.ts'

const GENERATED = '<!-- What follows is written by `npm run config -- page`. -->'

/** docs/guide/configuration.md: its text up to the mark, then every variable of the table. */
export function configurationPage(page: string): string {
  const end = page.indexOf(GENERATED)
  if (end < 0) throw new Error(`the page has no line ${GENERATED}`)
  const chapters: readonly (readonly [string, readonly Variable[]])[] = [
    ['Every command', ENTRY_VARIABLES],
    ...Object.entries(WALLET_VARIABLES),
    ['The Lightning node', FUNDING_VARIABLES],
    ...NODE_VARIABLES.map(({ kind, variables }) => [`Node \`${kind}\``, variables] as const),
    ['Price aggregator', PRICE_VARIABLES],
  ]
  return `${page.slice(0, end)}${GENERATED}\n\n${chapters.map(([title, rows]) => chapter(title, rows)).join('\n\n')}\n`
}

const chapter = (title: string, rows: readonly Variable[]): string =>
  [`### ${title}`, '', '| Variable | Default | Values | Meaning |', '|---|---|---|---|', ...rows.map(row)].join('\n')

const row = (variable: Variable): string =>
  `| ${[`\`${variable.name}\``, usual(variable), values(variable), about(variable)].join(' | ')} |`

const usual = (variable: Variable): string => variable.varies ?? (variable.default ? `\`${variable.default}\`` : 'none')

function values({ kind, min, max, choices }: Variable): string {
  if (kind === 'integer') return `${min} to ${max}`
  if (kind === 'choice') return (choices ?? []).map((one) => `\`${one}\``).join(', ')
  return { text: 'text', flag: '`true`, `false`', list: 'comma list' }[kind]
}

const about = ({ about: sentence, secret, by }: Variable): string =>
  [sentence, secret === 'whole' ? 'Secret.' : '', by.length === 2 && by.includes('prices') ? 'Both services.' : '']
    .filter((part) => part !== '')
    .join(' ')
