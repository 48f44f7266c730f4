/** What a form says about its fields, read from the page itself: a field that shows its fault cannot be forgotten. */
const WRONG = '[aria-invalid="true"], [data-invalid]'
const CONTROL = 'input, select, textarea, button'

/** A day without its year, for example: the browser shows it, and answers that nothing was typed. */
const isHalfFilled = (field: HTMLElement): boolean => (field as Partial<HTMLInputElement>).validity?.badInput === true

const wrongFields = (form: HTMLElement): readonly HTMLElement[] =>
  [...form.querySelectorAll<HTMLElement>(`${WRONG}, input`)].filter(
    (field) => field.matches(WRONG) || isHalfFilled(field),
  )

/** Fields that the app refuses by itself: there is no point in asking the service. */
export const isRefused = (form: HTMLElement): boolean =>
  form.querySelector('[data-refused]') !== null || [...form.querySelectorAll('input')].some(isHalfFilled)

export const wrongLabels = (form: HTMLElement): readonly string[] => [
  ...new Set(wrongFields(form).map((field) => labelOf(field).trim())),
]

/** Its label, without the small print in it. */
function labelOf(field: HTMLElement): string {
  const label = (field as HTMLInputElement).labels?.[0] ?? field.querySelector('legend, label') ?? undefined
  return label?.firstChild?.textContent ?? ''
}

/** Leads to the first field that is wrong, wherever it is folded away. */
export function showFirstWrong(form: HTMLElement): void {
  const fields = wrongFields(form)
  for (const field of fields) field.closest('details')?.setAttribute('open', '')
  const [first] = fields
  const control = first?.matches(CONTROL) === true ? first : first?.querySelector<HTMLElement>(CONTROL)
  control?.focus({ preventScroll: true })
  control?.scrollIntoView({ block: 'center' })
}
