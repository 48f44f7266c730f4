import type { ComponentChildren, ComponentProps } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ApiError } from '../../api/api-error.ts'
import { listed } from '../../language/joined.ts'
import { t } from '../../language/language.ts'
import { useLeaveGuard } from '../../routing/leaving.ts'
import { Button } from '../button.tsx'
import { Problem, ProblemText } from '../problem.tsx'
import type { Task } from '../use-task.ts'
import { FormContext, useForm } from './form-state.ts'
import { isRefused, showFirstWrong, wrongLabels } from './wrong-fields.ts'

interface FormProps {
  readonly task: Task
  readonly onSend: () => Promise<unknown>
  /** Ask before the form is left: `kept` drafts are restored later, `lost` ones are not. Undefined: never ask. */
  readonly draft?: 'kept' | 'lost'
  /** The draft differs from the stored values. Unset: any input counts as a change. */
  readonly isChanged?: boolean
  readonly class?: string
  readonly autocomplete?: string
  readonly children: ComponentChildren
}

/**
 * Every form of the app. Fields that the app rejects are not sent. On failure, focuses the first invalid field;
 * `Submit` lists them.
 */
export function Form({ task, onSend, draft, isChanged, class: look = 'stack', autocomplete, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [isSent, setIsSent] = useState(false)
  const [wrong, setWrong] = useState<readonly string[]>([])
  const isEdited = useRef(false)
  const isSending = useRef(false)
  useLeaveGuard(form, draft, () => !isSending.current && (isChanged ?? isEdited.current))
  useLayoutEffect(() => {
    const now = attempt === 0 || form.current === null ? [] : wrongLabels(form.current)
    if (now.join('\n') !== wrong.join('\n')) setWrong(now)
  })
  useEffect(() => {
    if (attempt === 0 || task.busy || form.current === null) return
    setWrong(wrongLabels(form.current))
    showFirstWrong(form.current)
  }, [attempt, task.error])
  const send = async (): Promise<void> => {
    isSending.current = true
    try {
      await onSend()
      isEdited.current = false
      setAttempt(0)
    } finally {
      isSending.current = false
    }
  }
  return (
    <FormContext.Provider value={{ task, tried: attempt > 0, isSent, wrong }}>
      <form
        ref={form}
        class={look}
        autocomplete={autocomplete}
        // The browser's messages are in the browser's language and disappear after seconds.
        noValidate
        onInput={() => {
          isEdited.current = true
        }}
        onSubmit={(event) => {
          event.preventDefault()
          setAttempt(attempt + 1)
          const sends = !isRefused(event.currentTarget)
          setIsSent(sends)
          if (sends) task.run(send)
        }}
      >
        {children}
      </form>
    </FormContext.Provider>
  )
}

type SubmitProps = Omit<ComponentProps<typeof Button>, 'type' | 'busy' | 'onClick'> & {
  /** Replaces the text of an error that no field shows. */
  readonly problem?: ComponentChildren
}

/** The submit button, with the problem above it. */
export function Submit({ problem, ...button }: SubmitProps) {
  const form = useForm()
  return (
    <>
      <FormProblem problem={problem} />
      <Button {...button} type="submit" busy={form?.task.busy === true} />
    </>
  )
}

/** Announces the problem: names the invalid fields, or shows an error that no field shows. */
export function FormProblem({ problem }: { readonly problem?: ComponentChildren }) {
  const form = useForm()
  if (form === undefined || form.task.busy) return null
  const { wrong, task, isSent } = form
  // A conflict belongs to no field, although it may add a field to the form.
  const isConflict = isSent && task.error instanceof ApiError && task.error.status === 409
  if (wrong.length === 0 || isConflict) return problem === undefined ? <Problem error={task.error} /> : <>{problem}</>
  return <ProblemText>{t('form.check', { fields: listed(wrong) })}</ProblemText>
}
