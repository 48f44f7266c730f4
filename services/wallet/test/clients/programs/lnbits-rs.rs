// Calls everything that crate lnbits-rs has, and prints what it read as one line of JSON.
use lnbits_rs::{api::invoice::CreateInvoiceRequest, LNBitsClient};
use std::{env::args, time::Duration};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [url, admin_key, invoice_key, foreign] = args().skip(1).collect::<Vec<_>>().try_into().expect("four arguments");
    let client = LNBitsClient::new("", &admin_key, &invoice_key, &url, None)?;
    let wallet = client.get_wallet_details().await?;
    client.subscribe_to_websocket().await?;
    let request = CreateInvoiceRequest {
        amount: 21,
        unit: "sat".into(),
        memo: Some("Tea".into()),
        expiry: Some(600),
        internal: None,
        out: false,
    };
    let invoice = client.create_invoice(&request).await?;
    let before = client.is_invoice_paid(invoice.payment_hash()).await?;
    let sent = client.pay_invoice(&foreign, None).await?;
    let info = client.get_payment_info(&sent.payment_hash).await?;
    client.pay_invoice(invoice.bolt11(), None).await?;
    let heard = tokio::time::timeout(Duration::from_secs(10), async { client.receiver().lock().await.recv().await }).await?;
    let after = client.is_invoice_paid(invoice.payment_hash()).await?;
    let decoded = client.decode_invoice(invoice.bolt11()).await.ok().map(|one| one.amount_msat);
    println!(
        "{}",
        serde_json::json!({
            "name": wallet.name,
            "invoice": invoice.payment_hash(),
            "before": before,
            "sent": sent.payment_hash,
            "paid": info.paid,
            "amount": info.details.amount,
            "heard": heard,
            "after": after,
            "decoded": decoded,
        })
    );
    Ok(())
}
