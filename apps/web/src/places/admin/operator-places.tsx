import { Redirect, Route, Switch } from 'wouter-preact'
import { lazyPlace } from '../../routing/lazy-place.tsx'

const Halt = lazyPlace(() => import('./halt/halt.tsx').then((place) => place.Halt))
const Books = lazyPlace(() => import('./books/books.tsx').then((place) => place.Books))
const StuckPayment = lazyPlace(() => import('./books/stuck-payment.tsx').then((place) => place.StuckPayment))
const Settings = lazyPlace(() => import('./settings/settings.tsx').then((place) => place.Settings))
const Node = lazyPlace(() => import('./node/node.tsx').then((place) => place.Node))
const Audit = lazyPlace(() => import('./audit/audit.tsx').then((place) => place.Audit))
const Backup = lazyPlace(() => import('./backup/backup.tsx').then((place) => place.Backup))
const Extensions = lazyPlace(() => import('./extensions/extensions.tsx').then((place) => place.Extensions))
const ExtensionDetails = lazyPlace(() =>
  import('./extensions/extension-details.tsx').then((place) => place.ExtensionDetails),
)

/** Places for super users only, each its own chunk. */
export function OperatorPlaces() {
  return (
    <Switch>
      <Route path="/admin/halt">
        <Halt />
      </Route>
      <Route path="/admin/books">
        <Books />
      </Route>
      <Route path="/admin/books/:hash/:id">{({ hash, id }) => <StuckPayment hash={hash} id={id} />}</Route>
      <Route path="/admin/settings">
        <Settings />
      </Route>
      <Route path="/admin/node">
        <Node />
      </Route>
      <Route path="/admin/audit">
        <Audit />
      </Route>
      <Route path="/admin/backup">
        <Backup />
      </Route>
      <Route path="/admin/extensions">
        <Extensions />
      </Route>
      <Route path="/admin/extensions/:id">{({ id }) => <ExtensionDetails id={id} />}</Route>
      <Route>
        <Redirect to="/admin" replace />
      </Route>
    </Switch>
  )
}
