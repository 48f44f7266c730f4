import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Task } from '../use-task.ts'

interface FormState {
  readonly task: Task
  /** The person has submitted it at least once. */
  readonly tried: boolean
  /** The last attempt reached the service: the app rejected no field. */
  readonly isSent: boolean
  /** Labels of the invalid fields, in page order. */
  readonly wrong: readonly string[]
}

export const FormContext = createContext<FormState | undefined>(undefined)

/** The enclosing form; undefined if the field stands alone. */
export const useForm = (): FormState | undefined => useContext(FormContext)
