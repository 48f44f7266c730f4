"""Signs a PSBT with BDK and its defaults: `sign-psbt.py DESCRIPTOR CHANGE_DESCRIPTOR PSBT`. Prints one line of JSON."""

import json
import sys

import bdkpython as bdk

receive, change, text = sys.argv[1:4]
kind = bdk.NetworkKind.TEST
wallet = bdk.Wallet(
    bdk.Descriptor(receive, kind),
    bdk.Descriptor(change, kind),
    bdk.Network.REGTEST,
    bdk.Persister.new_in_memory(),
)
psbt = bdk.Psbt(text)
try:
    signed = wallet.sign(psbt)
    print(json.dumps({"signed": signed, "psbt": psbt.serialize()}))
except Exception as error:
    print(json.dumps({"error": type(error).__name__}))
