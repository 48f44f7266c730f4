import { Redirect } from 'wouter-preact'
import { session } from '../../api/session.ts'
import { useStore } from '../../store.ts'
import { FirstUser } from './first-user.tsx'
import { ServiceSummary } from './service-summary.tsx'

/** The operator's first minutes: an account by the one-time link, then what this service is. */
export function SetUp() {
  const me = useStore(session)
  if (typeof me !== 'object') return <FirstUser />
  return me.is_super_user ? <ServiceSummary /> : <Redirect to="/" replace />
}
