/** Invalid fields are found in the DOM, so that no field can be missed. */
const WRONG = '[aria-invalid="true"], [data-invalid]'
const CONTROL = 'input, select, textarea, button'

/** The browser shows a date without its year, but reports an empty value. */
const isHalfFilled = (field: HTMLElement): boolean => (field as Partial<HTMLInputElement>).validity?.badInput === true

const wrongFields = (form: HTMLElement): readonly HTMLElement[] =>
  [...form.querySelectorAll<HTMLElement>(`${WRONG}, input`)].filter(
    (field) => field.matches(WRONG) || isHalfFilled(field),
  )

/** True if the app itself rejects a field: do not send the form. */
export const isRefused = (form: HTMLElement): boolean =>
  form.querySelector('[data-refused]') !== null || [...form.querySelectorAll('input')].some(isHalfFilled)

export const wrongLabels = (form: HTMLElement): readonly string[] => [
  ...new Set(wrongFields(form).map((field) => labelOf(field).trim())),
]

/** The label's own text, without hints inside it. */
function labelOf(field: HTMLElement): string {
  const label = (field as HTMLInputElement).labels?.[0] ?? field.querySelector('legend, label') ?? undefined
  return label?.firstChild?.textContent ?? ''
}

/** Focuses the first invalid field, and opens the sections that hide one. */
export function showFirstWrong(form: HTMLElement): void {
  const fields = wrongFields(form)
  for (const field of fields) {
    for (
      let around = field.closest('details');
      around !== null;
      around = around.parentElement?.closest('details') ?? null
    )
      around.open = true
  }
  const [first] = fields
  const control = first?.matches(CONTROL) === true ? first : first?.querySelector<HTMLElement>(CONTROL)
  control?.focus({ preventScroll: true })
  control?.scrollIntoView({ block: 'center' })
}
