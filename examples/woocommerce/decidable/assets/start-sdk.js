/*
 * Begins the SDK with what the shop has set, once the visitor's choice is known: by the WP Consent API where a plugin has it, in
 * the category "preferences". Without that API no plugin of the shop asks for consent, and the visitor is not asked here.
 */
// In a block, as the scripts of a page share the names that stand outside of one.
{
  const { address, key, organization, asks } = document.getElementById('decidable-start-sdk').dataset;

  // The server knows of the API before the page has its script: until then nothing is allowed.
  const isAllowed = () => {
    const { wp_has_consent: hasConsent } = window;
    return typeof hasConsent === 'function' ? hasConsent('preferences') : asks !== '1';
  };

  let consent = isAllowed() ? 'granted' : 'pending';
  // What is wrong with it stands in the console.
  void window.Decidable.init({
    apiKey: key,
    organizationId: organization,
    endpoint: `${address}/api/v1`,
    consent,
    // For the order of the checkout, which the server makes.
    cookieDomain: location.hostname,
  });

  const choose = (said) => {
    if (said === consent) return;
    consent = said;
    window.Decidable.setConsent(said);
    if (said === 'denied') return;
    for (const shelf of document.querySelectorAll('decidable-shelf')) shelf.refresh?.();
  };

  // The script of the API may come after this one, and which consent is asked for may be said later still.
  const review = () => {
    if (isAllowed()) choose('granted');
    else if (consent === 'granted') choose('denied');
  };
  document.addEventListener('wp_consent_type_defined', review);
  document.addEventListener('DOMContentLoaded', review);
  window.addEventListener('load', review);

  document.addEventListener('wp_listen_for_consent_change', ({ detail }) => {
    const said = detail?.preferences;
    if (said === 'allow') choose('granted');
    else if (said === 'deny') choose('denied');
  });
}
