import type { NwcConnection } from './fields.ts'

export type Budget = NwcConnection['budgets'][number]

/** The amounts that a payment has used, by window. */
export type Charge = {
  readonly msat: number
  readonly windows: readonly { readonly refresh_window: number; readonly window_started_at: number }[]
}

/** The current state of the budget: windows are contiguous, starting when the budget was set. */
export function currentBudget(budget: Budget, now: number): Budget {
  const { refresh_window: length, window_started_at: start } = budget
  if (length === 0 || now < start + length) return budget
  return { ...budget, used_msats: 0, window_started_at: start + Math.floor((now - start) / length) * length }
}

/** The amount that may still be spent, fees included; undefined = no limit. */
export function leftMsat({ budgets }: Pick<NwcConnection, 'budgets'>, now: number): number | undefined {
  const left = budgets.map((budget) => Math.max(0, budget.budget_msats - currentBudget(budget, now).used_msats))
  return left.length === 0 ? undefined : Math.min(...left)
}

/** The budget with the least left, which is shown to the app. Undefined = no limit. */
export function tightestBudget({ budgets }: Pick<NwcConnection, 'budgets'>, now: number): Budget | undefined {
  const left = ({ budget_msats: most, used_msats: used }: Budget): number => most - used
  return budgets
    .map((budget) => currentBudget(budget, now))
    .reduce<Budget | undefined>(
      (least, one) => (least === undefined || left(one) < left(least) ? one : least),
      undefined,
    )
}

/** Takes from every budget. The caller must have checked that each has enough. */
export function charge(budgets: readonly Budget[], msat: number, now: number) {
  const current = budgets.map((budget) => currentBudget(budget, now))
  const windows = current.map(({ refresh_window, window_started_at }) => ({ refresh_window, window_started_at }))
  const taken: Charge = { msat, windows }
  return { budgets: current.map((budget) => ({ ...budget, used_msats: budget.used_msats + msat })), taken }
}

/** Returns unspent amounts to the windows they were taken from, except past ones. */
export function giveBack(budgets: readonly Budget[], { windows }: Charge, msat: number, now: number): Budget[] {
  return budgets.map((budget) => {
    const current = currentBudget(budget, now)
    const isTheirs = windows.some(
      (one) => one.refresh_window === current.refresh_window && one.window_started_at === current.window_started_at,
    )
    return isTheirs ? { ...current, used_msats: Math.max(0, current.used_msats - msat) } : current
  })
}

/** Sets new budgets. The amount used in a window of the same length still counts. */
export function setBudgets(
  wanted: readonly Pick<Budget, 'budget_msats' | 'refresh_window'>[],
  before: readonly Budget[],
  now: number,
): Budget[] {
  const left = before.map((budget) => currentBudget(budget, now))
  return wanted.map(({ budget_msats, refresh_window }) => {
    const at = left.findIndex((budget) => budget.refresh_window === refresh_window)
    const [old] = at < 0 ? [] : left.splice(at, 1)
    const { used_msats, window_started_at } = old ?? { used_msats: 0, window_started_at: now }
    return { budget_msats, refresh_window, used_msats, window_started_at }
  })
}
