import { Route, Switch } from 'wouter-preact'
import { ConnectionDetails } from './connection-details.tsx'
import { ConnectionList } from './connection-list.tsx'
import './connections.css'
import { Consent } from './consent.tsx'
import { NewConnection } from './new-connection.tsx'

export function Connections() {
  return (
    <Switch>
      <Route path="/connections">
        <ConnectionList />
      </Route>
      <Route path="/authorize">
        <Consent />
      </Route>
      <Route path="/connections/new">
        <NewConnection />
      </Route>
      <Route path="/connections/:id">{({ id }) => <ConnectionDetails key={id} id={id} />}</Route>
    </Switch>
  )
}
