import type { Variable } from './variables/variable.ts'

const GENERATED = '<!-- What follows is written by `npm run config -- page`. -->'

export type Chapter = readonly [title: string, variables: readonly Variable[]]

/** docs/guide/configuration.md: its text up to the mark, then every variable. */
export function configurationPage(page: string, chapters: readonly Chapter[]): string {
  const end = page.indexOf(GENERATED)
  if (end < 0) throw new Error(`the page has no line ${GENERATED}`)
  return `${page.slice(0, end)}${GENERATED}\n\n${chapters.map(chapter).join('\n\n')}\n`
}

const chapter = ([title, rows]: Chapter): string =>
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
