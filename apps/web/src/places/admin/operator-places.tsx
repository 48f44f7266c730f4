import { Redirect, Route, Switch } from 'wouter-preact'
import { lazyPlace } from '../../routing/lazy-place.tsx'

const Halt = lazyPlace(() => import('./halt/halt.tsx').then((place) => place.Halt))

/** What only super users do: a chunk each. */
export function OperatorPlaces() {
  return (
    <Switch>
      <Route path="/admin/halt">
        <Halt />
      </Route>
      <Route>
        <Redirect to="/admin" replace />
      </Route>
    </Switch>
  )
}
