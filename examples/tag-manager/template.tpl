___INFO___

{
  "type": "TAG",
  "id": "cvt_temp_public_id",
  "version": 1,
  "securityGroups": [],
  "displayName": "Decidable",
  "categories": [
    "PERSONALIZATION",
    "ANALYTICS"
  ],
  "brand": {
    "id": "brand_dummy",
    "displayName": ""
  },
  "description": "Loads the Decidable SDK, and tracks the e-commerce events of Google Analytics 4 that the page pushes to its data layer.",
  "containerContexts": [
    "WEB"
  ]
}



___TEMPLATE_PARAMETERS___

[
  {
    "type": "TEXT",
    "name": "address",
    "displayName": "Address of the service",
    "simpleValueType": true,
    "help": "Where your service answers, without a slash at the end: https://decidable.example. Name its host in the permission \"Injects scripts\", too.",
    "valueValidators": [
      {
        "type": "REGEX",
        "args": [
          "^https://[^/]+(/.*[^/])?$"
        ]
      }
    ]
  },
  {
    "type": "TEXT",
    "name": "apiKey",
    "displayName": "Key",
    "simpleValueType": true,
    "help": "A key for pages: pk_live_…",
    "valueValidators": [
      {
        "type": "NON_EMPTY"
      }
    ]
  },
  {
    "type": "TEXT",
    "name": "organizationId",
    "displayName": "Organization",
    "simpleValueType": true,
    "help": "org_…",
    "valueValidators": [
      {
        "type": "NON_EMPTY"
      }
    ]
  },
  {
    "type": "TEXT",
    "name": "version",
    "displayName": "Version of the SDK",
    "simpleValueType": true,
    "help": "A release never changes: /sdk/v<version>/decidable.js.",
    "defaultValue": "0.3.1",
    "valueValidators": [
      {
        "type": "REGEX",
        "args": [
          "^\\d+(\\.\\d+\\.\\d+)?$"
        ]
      }
    ]
  },
  {
    "type": "CHECKBOX",
    "name": "dataLayer",
    "checkboxText": "Track e-commerce events of the data layer",
    "simpleValueType": true,
    "defaultValue": true,
    "help": "view_item, add_to_cart, remove_from_cart, add_to_wishlist, view_item_list, search, view_search_results and purchase of Google Analytics 4."
  },
  {
    "type": "TEXT",
    "name": "dataLayerName",
    "displayName": "Name of the data layer",
    "simpleValueType": true,
    "help": "Only where it is another one than dataLayer."
  },
  {
    "type": "SELECT",
    "name": "consentType",
    "displayName": "Consent",
    "macrosInSelect": false,
    "simpleValueType": true,
    "defaultValue": "personalization_storage",
    "selectItems": [
      {
        "value": "personalization_storage",
        "displayValue": "personalization_storage"
      },
      {
        "value": "analytics_storage",
        "displayValue": "analytics_storage"
      },
      {
        "value": "functionality_storage",
        "displayValue": "functionality_storage"
      },
      {
        "value": "ad_storage",
        "displayValue": "ad_storage"
      },
      {
        "value": "none",
        "displayValue": "Not asked here"
      }
    ],
    "help": "Nothing is stored or sent before this type of consent mode is granted."
  }
]



___SANDBOXED_JS_FOR_WEB_TEMPLATE___

const addConsentListener = require('addConsentListener');
const callInWindow = require('callInWindow');
const copyFromWindow = require('copyFromWindow');
const createQueue = require('createQueue');
const getType = require('getType');
const injectScript = require('injectScript');
const isConsentGranted = require('isConsentGranted');

// Before the script has arrived Decidable is an array that waits for it; then it is the SDK.
const call = (name, argument) => {
  if (getType(copyFromWindow('Decidable')) === 'object') callInWindow('Decidable.push', [name, argument]);
  else createQueue('Decidable')([name, argument]);
};

const config = {
  apiKey: data.apiKey,
  organizationId: data.organizationId,
  endpoint: data.address + '/api/v1',
};
if (data.dataLayer) config.dataLayer = data.dataLayerName || true;
if (data.consentType !== 'none') {
  config.consent = isConsentGranted(data.consentType) ? 'granted' : 'pending';
  addConsentListener(data.consentType, (consentType, granted) => {
    call('setConsent', granted ? 'granted' : 'denied');
  });
}
call('init', config);
injectScript(
  data.address + '/sdk/v' + data.version + '/decidable.js',
  data.gtmOnSuccess,
  data.gtmOnFailure,
  'decidable'
);



___WEB_PERMISSIONS___

[
  {
    "instance": {
      "key": {
        "publicId": "access_globals",
        "versionId": "1"
      },
      "param": [
        {
          "key": "keys",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "key"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  },
                  {
                    "type": 1,
                    "string": "execute"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "Decidable"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "key"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  },
                  {
                    "type": 1,
                    "string": "execute"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "Decidable.push"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              }
            ]
          }
        }
      ]
    },
    "clientAnnotations": {
      "isEditedByUser": true
    },
    "isRequired": true
  },
  {
    "instance": {
      "key": {
        "publicId": "inject_script",
        "versionId": "1"
      },
      "param": [
        {
          "key": "urls",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 1,
                "string": "https://*/*"
              }
            ]
          }
        }
      ]
    },
    "clientAnnotations": {
      "isEditedByUser": true
    },
    "isRequired": true
  },
  {
    "instance": {
      "key": {
        "publicId": "access_consent",
        "versionId": "1"
      },
      "param": [
        {
          "key": "consentTypes",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "analytics_storage"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "personalization_storage"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "functionality_storage"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "ad_storage"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
              }
            ]
          }
        }
      ]
    },
    "clientAnnotations": {
      "isEditedByUser": true
    },
    "isRequired": true
  }
]



___TESTS___

scenarios:
- name: The script is loaded once, and init waits for it
  code: |-
    const calls = [];
    mock('copyFromWindow', undefined);
    mock('createQueue', (name) => (call) => calls.push(call));
    let success, failure;
    mock('injectScript', (url, onSuccess, onFailure) => {
      success = onSuccess;
      failure = onFailure;
      onSuccess();
    });
    runCode(settings);
    assertApi('injectScript').wasCalledWith('https://decidable.example/sdk/v0.3.1/decidable.js', success, failure, 'decidable');
    assertApi('gtmOnSuccess').wasCalled();
    assertThat(calls).isEqualTo([['init', {
      apiKey: 'pk_live_test',
      organizationId: 'org_test',
      endpoint: 'https://decidable.example/api/v1',
      dataLayer: true,
      consent: 'granted'
    }]]);
- name: Without consent the SDK waits, and is told of it later
  code: |-
    const calls = [];
    let listener;
    mock('isConsentGranted', false);
    mock('addConsentListener', (type, told) => { listener = told; });
    mock('copyFromWindow', {});
    mock('callInWindow', (path, call) => calls.push(call));
    mock('injectScript', (url, onSuccess) => onSuccess());
    runCode(settings);
    assertThat(calls[0][1].consent).isEqualTo('pending');
    listener('personalization_storage', true);
    listener('personalization_storage', false);
    assertThat(calls.slice(1)).isEqualTo([['setConsent', 'granted'], ['setConsent', 'denied']]);
- name: Where the host fails, the tag has failed
  code: |-
    mock('createQueue', (name) => (call) => {});
    mock('copyFromWindow', undefined);
    mock('injectScript', (url, onSuccess, onFailure) => onFailure());
    runCode(settings);
    assertApi('gtmOnFailure').wasCalled();
setup: |-
  const settings = {
    address: 'https://decidable.example',
    apiKey: 'pk_live_test',
    organizationId: 'org_test',
    version: '0.3.1',
    dataLayer: true,
    consentType: 'personalization_storage'
  };
  mock('isConsentGranted', true);
  mock('addConsentListener', () => {});



___NOTES___

Docs: https://github.com/decidable/decidable/blob/main/docs/guides/tag-manager.md
