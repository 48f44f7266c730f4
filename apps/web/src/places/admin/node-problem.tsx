import { ApiError } from '../../api/api-error.ts'
import { t } from '../../language/language.ts'
import { Banner } from '../../parts/banner.tsx'
import { Problem } from '../../parts/problem.tsx'

/** Shows the node's answer if it contradicts the operator, else the usual problem. */
export function NodeProblem({ error }: { readonly error: unknown }) {
  if (!(error instanceof ApiError) || error.status !== 409) return <Problem error={error} />
  const { node_answer: answer } = error.body as { readonly node_answer?: string }
  return (
    <div role="alert" class="stack">
      <Banner icon="warning">
        {answer === undefined ? t('admin.not-confirmed') : t('admin.not-confirmed-because', { answer })}
      </Banner>
      <p class="note" lang="en">
        {error.detail}
      </p>
    </div>
  )
}
