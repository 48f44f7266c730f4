import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Task } from '../use-task.ts'

interface FormState {
  readonly task: Task
  /** The person has tried to send it. */
  readonly tried: boolean
  /** What was tried last was sent: no field was refused by the app. */
  readonly isSent: boolean
  /** The labels of the fields that are wrong now, in the order of the page. */
  readonly wrong: readonly string[]
}

export const FormContext = createContext<FormState | undefined>(undefined)

/** Of the form around; a field may stand alone. */
export const useForm = (): FormState | undefined => useContext(FormContext)
