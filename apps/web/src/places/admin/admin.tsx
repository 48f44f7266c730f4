import { Redirect, Route, Switch } from 'wouter-preact'
import { session } from '../../api/session.ts'
import { useStore } from '../../store.ts'
import { Links } from './links.tsx'
import { OperatorPlaces } from './operator-places.tsx'
import { Overview } from './overview/overview.tsx'
import { UserDetails } from './user-details.tsx'
import { Users } from './users.tsx'

/** The places of administration; redirects other people to Home. */
export function Admin() {
  const me = useStore(session)
  if (typeof me !== 'object' || !me.is_admin) return <Redirect to="/" replace />
  return (
    <Switch>
      <Route path="/admin" component={Overview} />
      <Route path="/admin/users" component={Users} />
      <Route path="/admin/users/:id">{({ id }) => <UserDetails id={id} />}</Route>
      <Route path="/admin/links" component={Links} />
      <Route>{me.is_super_user ? <OperatorPlaces /> : <Redirect to="/admin" replace />}</Route>
    </Switch>
  )
}
