/*
 * Begins the SDK with what the app embed says, once the visitor's choice is known: by the Customer Privacy API of Shopify.
 * Until then it waits, and holds in memory what is to be sent.
 */
const { dataset } = document.getElementById('decidable-begin');
const { address, key, organization } = dataset;

const choice = () => window.Shopify?.customerPrivacy;
const consent = () => {
  const privacy = choice();
  if (!privacy) return 'pending';
  if (privacy.preferencesProcessingAllowed()) return 'granted';
  // Where consent is needed and not asked for yet, the visitor has denied nothing.
  return /^(no|false)$/.test(privacy.currentVisitorConsent().preferences) ? 'denied' : 'pending';
};

window.Decidable.init({
  apiKey: key,
  organizationId: organization,
  endpoint: `${address}/api/v1`,
  consent: consent(),
});

const update = () => {
  const said = consent();
  if (said === 'pending') return;
  window.Decidable.setConsent(said);
  if (said !== 'granted') return;
  for (const shelf of document.querySelectorAll('decidable-shelf')) shelf.refresh?.();
};
document.addEventListener('visitorConsentCollected', update);
if (!choice()) {
  window.Shopify?.loadFeatures?.([{ name: 'consent-tracking-api', version: '0.1' }], (error) => {
    if (error) console.warn('Decidable: the visitor cannot be asked for consent.', error);
    else update();
  });
}

// Kept with the cart, so that the webhook of the order knows the session.
window.Decidable.push((sdk) => {
  const keep = () => {
    const session = sdk.getSessionId();
    if (session === null || sessionStorage.getItem('decidable-cart') === session) return;
    const root = window.Shopify?.routes?.root ?? '/';
    fetch(`${root}cart/update.js`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ attributes: { decidable_session: session } }),
    }).then(
      () => sessionStorage.setItem('decidable-cart', session),
      (error) => console.warn('Decidable: the cart does not know its session.', error),
    );
  };
  keep();
  document.addEventListener('visitorConsentCollected', keep);
});
