/** Props of a field whose value is a text or a number draft (number-draft.ts). */
export interface TextInputProps {
  readonly label: string
  readonly hint: string | undefined
  readonly error: string | undefined
  readonly value: string
  readonly onValue: (value: string) => void
  /** Adds `optional` to a label with a unit. */
  readonly optional?: boolean | undefined
}
