import { Route, Switch } from 'wouter-preact'
import { MoveMoney } from './move-money.tsx'
import { People } from './people.tsx'
import { ShortLinks } from './short-links.tsx'
import { WalletDetails } from './wallet-details.tsx'
import { WalletList } from './wallet-list.tsx'
import './wallets.css'
import { Webhooks } from './webhooks.tsx'

export function Wallets() {
  return (
    <Switch>
      <Route path="/wallets">
        <WalletList />
      </Route>
      <Route path="/wallets/move">
        <MoveMoney />
      </Route>
      <Route path="/wallets/people">
        <People />
      </Route>
      <Route path="/wallets/:id/people">{({ id }) => <People key={id} walletId={id} />}</Route>
      <Route path="/wallets/:id/webhooks">{({ id }) => <Webhooks key={id} walletId={id} />}</Route>
      <Route path="/wallets/:id/links">{({ id }) => <ShortLinks key={id} walletId={id} />}</Route>
      <Route path="/wallets/:id">{({ id }) => <WalletDetails key={id} id={id} />}</Route>
    </Switch>
  )
}
