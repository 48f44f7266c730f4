/** The report of an import: imported, changed and omitted data; without secrets. */
export interface Report {
  count(what: string, n?: number): void
  /** One line for each kind and reason, however many there are; with the first examples. */
  leaveOut(kind: string, why: string, n?: number, example?: string): void
  change(kind: string, what: string, n?: number, example?: string): void
  /** Tasks for the operator. */
  advise(text: string): void
  wallet(difference: WalletDifference): void
  /** A payment in flight or an open invoice, at a node that cannot be asked. */
  outOfReach(open: OpenElsewhere): void
  set(figures: Partial<Figures>): void
  toJson(): ReportJson
}

export interface WalletDifference {
  readonly wallet: string
  readonly lnbitsMsat: number
  readonly historyMsat: number
  readonly importedMsat: number
  readonly why: string
}

export interface OpenElsewhere {
  readonly what: 'payment in flight' | 'open invoice'
  readonly payment_hash: string
  readonly wallet: string
  readonly amount_msat: number
  /** Expiry of its invoice, ISO 8601. */
  readonly expires_at: string
}

export interface Figures {
  readonly source: string
  readonly core: number
  readonly balanceMsat: number
  readonly reservedMsat: number
  readonly lnbitsMsat: number
  readonly burntMsat: number
}

interface Line {
  readonly kind: string
  readonly why: string
  readonly n: number
  readonly examples: readonly string[]
}

export interface ReportJson {
  readonly figures: Partial<Figures>
  readonly counts: Readonly<Record<string, number>>
  readonly left_out: readonly Line[]
  readonly changed: readonly Line[]
  readonly wallets: readonly WalletDifference[]
  readonly wallets_more: number
  readonly out_of_reach: readonly OpenElsewhere[]
  readonly out_of_reach_more: number
  readonly advice: readonly string[]
}

const MAX_EXAMPLES = 5
const MAX_WALLETS = 1000
const MAX_OUT_OF_REACH = 1000

/** Keeps the first `max` and counts the rest. */
function capped<One>(max: number) {
  const kept: One[] = []
  let more = 0
  return {
    kept,
    more: () => more,
    add(one: One): void {
      if (kept.length < max) kept.push(one)
      else more += 1
    },
  }
}

export function createReport(): Report {
  const counts = new Map<string, number>()
  const lines = { leftOut: new Map<string, Line>(), changed: new Map<string, Line>() }
  const advice = new Set<string>()
  const wallets = capped<WalletDifference>(MAX_WALLETS)
  const outOfReach = capped<OpenElsewhere>(MAX_OUT_OF_REACH)
  let figures: Partial<Figures> = {}
  const add = (to: Map<string, Line>, kind: string, why: string, n: number, example: string | undefined): void => {
    if (n === 0) return
    const key = `${kind}\n${why}`
    const line = to.get(key) ?? { kind, why, n: 0, examples: [] }
    const examples =
      example === undefined || line.examples.length >= MAX_EXAMPLES ? line.examples : [...line.examples, example]
    to.set(key, { ...line, n: line.n + n, examples })
  }
  return {
    count: (what, n = 1) => void counts.set(what, (counts.get(what) ?? 0) + n),
    leaveOut: (kind, why, n = 1, example) => add(lines.leftOut, kind, why, n, example),
    change: (kind, what, n = 1, example) => add(lines.changed, kind, what, n, example),
    advise: (text) => void advice.add(text),
    wallet: wallets.add,
    outOfReach: outOfReach.add,
    set: (some) => void (figures = { ...figures, ...some }),
    toJson: () => ({
      figures,
      counts: Object.fromEntries(counts),
      left_out: [...lines.leftOut.values()],
      changed: [...lines.changed.values()],
      wallets: wallets.kept,
      wallets_more: wallets.more(),
      out_of_reach: outOfReach.kept,
      out_of_reach_more: outOfReach.more(),
      advice: [...advice],
    }),
  }
}

const SHOWN = 50

/** The report as an operator reads it. */
export function writeReport(report: ReportJson): string {
  const { figures, counts, left_out: leftOut, changed, advice } = report
  const sat = (value: number | undefined): string => `${((value ?? 0) / 1000).toFixed(3)} sat`
  const lineOf = ({ kind, why, n, examples }: Line): string =>
    `  ${n} × ${kind}: ${why}${examples.length === 0 ? '' : ` (${examples.join(', ')}${n > examples.length ? ', …' : ''})`}`
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ['', title, ...lines]
  return [
    `LNbits at ${figures.source}, core migration ${figures.core}`,
    ...section(
      'What comes:',
      Object.entries(counts).map(([what, n]) => `  ${n} ${what}`),
    ),
    ...section('Balances:', [
      `  LNbits shows ${sat(figures.lnbitsMsat)} in all wallets`,
      `  Satchel will owe ${sat(figures.balanceMsat)}, and holds ${sat(figures.reservedMsat)} for payments in flight`,
      ...(figures.burntMsat === 0 ? [] : [`  ${sat(figures.burntMsat)} lie in deleted wallets and go to the house`]),
      '  Compare the sum with what the node has: a node with less cannot pay everybody.',
    ]),
    ...section(
      'Wallets whose balance is not what their payments say:',
      listFirst(
        report.wallets,
        report.wallets_more,
        (one) =>
          `  ${one.wallet}: LNbits ${sat(one.lnbitsMsat)}, payments ${sat(one.historyMsat)}, imported ${sat(one.importedMsat)}: ${one.why}`,
      ),
    ),
    ...section(
      'At a node that Satchel is not connected to:',
      listFirst(
        report.out_of_reach,
        report.out_of_reach_more,
        (one) =>
          `  ${one.what} ${one.payment_hash} of wallet ${one.wallet}: ${sat(one.amount_msat)}, until ${one.expires_at}`,
      ),
    ),
    ...section('What changes:', changed.map(lineOf)),
    ...section('What stays behind:', leftOut.map(lineOf)),
    ...section(
      'What you have to do:',
      advice.map((text) => `  - ${text}`),
    ),
  ].join('\n')
}

/** A line for each of the first, and one with the number of the rest. `more`: how many are not in the list. */
function listFirst<One>(list: readonly One[], more: number, write: (one: One) => string): string[] {
  const total = list.length + more
  return [...list.slice(0, SHOWN).map(write), ...(total > SHOWN ? [`  … and ${total - SHOWN} more`] : [])]
}
