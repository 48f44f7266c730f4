/** Of a field whose value is a text, or a draft of a number (number-draft.ts). */
export interface TextInputProps {
  readonly label: string
  readonly hint: string | undefined
  readonly error: string | undefined
  readonly value: string
  readonly onValue: (value: string) => void
  /** For a label that says its unit, too. */
  readonly optional?: boolean | undefined
}
