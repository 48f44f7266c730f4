import { useState } from 'preact/hooks'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import type { InputOf } from '../../../api/routes.ts'
import { t } from '../../../language/language.ts'
import { Button } from '../../../parts/button.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { say } from '../../../parts/toast.tsx'
import { useTask } from '../../../parts/use-task.ts'
import { refreshOperator } from '../operator.ts'
import { type Found, Obstacles } from './obstacles.tsx'

type ResumeBody = InputOf<'PUT /api/v1/admin/halt'>['body']

/** Resumes payments; on a refusal, names the obstacles and what to do. */
export function Resume() {
  const [found, setFound] = useState<Found | undefined>(undefined)
  const task = useTask()
  const resume = async (how: Omit<ResumeBody, 'halted'> = {}): Promise<void> => {
    try {
      await call('PUT /api/v1/admin/halt', { body: { halted: false, ...how } })
    } catch (error) {
      const obstacles = obstaclesOf(error)
      if (obstacles === undefined) throw error
      setFound(obstacles)
      await refreshOperator()
      return
    }
    setFound(undefined)
    say(t('admin.resumed'), 'good')
    await refreshOperator()
  }
  return (
    <>
      {found !== undefined && <Obstacles found={found} onResume={resume} />}
      <Problem error={task.error} />
      <p class="quiet-text">{t('admin.resume-note')}</p>
      <Button look="primary" icon="forward" wide busy={task.busy} onClick={() => task.run(resume)}>
        {t('admin.resume')}
      </Button>
    </>
  )
}

function obstaclesOf(error: unknown): Found | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const body = error.body as Partial<Found>
  return Array.isArray(body.node_differences) ? (body as Found) : undefined
}
