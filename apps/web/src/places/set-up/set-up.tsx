import { Redirect } from 'wouter-preact'
import { session } from '../../api/session.ts'
import { useStore } from '../../store.ts'
import { FirstUser } from './first-user.tsx'
import { ServiceSummary } from './service-summary.tsx'

/** The first set-up: the super user's account, then a summary. */
export function SetUp() {
  const me = useStore(session)
  if (typeof me !== 'object') return <FirstUser />
  return me.is_super_user ? <ServiceSummary /> : <Redirect to="/" replace />
}
