//! Pictures under a map: kept in their campaign alone, and gone with it.

use crate::Table;

#[tokio::test]
async fn a_picture_stays_in_its_campaign_and_goes_with_it() {
    let table = Table::founded(&["ulm", "jena"]).await;
    let (one, two) = ([1; 32], [2; 32]);
    table.store.keep_picture("ulm", one, b"first".to_vec(), Vec::new()).await.unwrap();
    assert_eq!(table.store.picture("ulm", one).await.unwrap().as_deref(), Some(b"first".as_slice()));
    assert_eq!(table.store.picture("jena", one).await.unwrap(), None);
    // The same again changes nothing; one that is still of use stays, one that is not goes.
    table.store.keep_picture("ulm", one, b"first".to_vec(), Vec::new()).await.unwrap();
    table.store.keep_picture("ulm", two, b"second".to_vec(), vec![one]).await.unwrap();
    assert!(table.store.picture("ulm", one).await.unwrap().is_some());
    table.store.keep_picture("ulm", two, b"second".to_vec(), Vec::new()).await.unwrap();
    assert_eq!(table.store.picture("ulm", one).await.unwrap(), None);
    assert!(table.store.picture("ulm", two).await.unwrap().is_some());
    assert!(table.store.keep_picture("nowhere", one, b"x".to_vec(), Vec::new()).await.is_err());
    assert!(table.store.delete_campaign("ulm").await.unwrap());
    assert_eq!(table.store.picture("ulm", two).await.unwrap(), None);
}
