/*
 * Begins the SDK with what the app embed says, once the visitor's choice is known: by the Customer Privacy API of Shopify.
 * Until then it waits, and holds in memory what is to be sent.
 */
// In a block, as the scripts of a page share the names that stand outside of one.
{
  const { dataset } = document.getElementById('decidable-start-sdk');
  const { address, key, organization } = dataset;

  const choice = () => window.Shopify?.customerPrivacy;
  const consent = () => {
    const privacy = choice();
    if (!privacy) return 'pending';
    if (privacy.preferencesProcessingAllowed()) return 'granted';
    // Where consent is needed and not asked for yet, the visitor has denied nothing.
    return /^(no|false)$/.test(privacy.currentVisitorConsent().preferences) ? 'denied' : 'pending';
  };

  /** The session that the cart has, as the page was rendered with it; the cart after a checkout is a new one. */
  let { session: kept = '' } = dataset;
  /** Kept with the cart, so that the webhook of the order knows the session. Where that fails the next page tries again. */
  const keep = async (session) => {
    if (session === kept) return;
    const before = kept;
    kept = session;
    try {
      const root = window.Shopify?.routes?.root ?? '/';
      const answer = await fetch(`${root}cart/update.js`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ attributes: { decidable_session: session } }),
      });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    } catch (error) {
      kept = before;
      console.warn('Decidable: the cart does not know its session.', error);
    }
  };
  const keepSession = () => {
    const said = consent();
    if (said === 'denied') void keep('');
    else if (said === 'granted')
      window.Decidable.push((sdk) => {
        const session = sdk.getSessionId();
        if (session !== null) void keep(session);
      });
  };

  // What is wrong with it stands in the console.
  void window.Decidable.init({
    apiKey: key,
    organizationId: organization,
    endpoint: `${address}/api/v1`,
    consent: consent(),
  });
  keepSession();

  const update = () => {
    const said = consent();
    if (said === 'pending') return;
    window.Decidable.setConsent(said);
    keepSession();
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
}
