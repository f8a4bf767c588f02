//! What a page costs: bytes until something is seen, and the processor's time for what is shown.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use headless_chrome::protocol::cdp::types::Event;
use headless_chrome::protocol::cdp::{Emulation, IO, Network, Page, Tracing};
use serde_json::Value;

use super::house::Guest;

impl Guest<'_> {
    /// The bytes of all answers, as they came over the network, that the first paint of that page waits for. What the page
    /// asks for once something is painted waits for a frame or for a timer, and here no script is told of either: what comes
    /// all the same is asked for without waiting, however long it takes.
    pub fn bytes_until_paint(&self, link: &str) -> u64 {
        let enable = Network::Enable {
            max_total_buffer_size: None,
            max_resource_buffer_size: None,
            max_post_data_size: None,
            report_direct_socket_traffic: None,
            enable_durable_messages: None,
        };
        self.tab
            .call_method(enable)
            .expect("a page can be listened to");
        let uncached = Network::SetCacheDisabled {
            cache_disabled: true,
        };
        self.tab
            .call_method(uncached)
            .expect("nothing is kept from before");
        let no_frame = Page::AddScriptToEvaluateOnNewDocument {
            source: "window.requestAnimationFrame = window.requestIdleCallback = window.setTimeout = () => 0".into(),
            world_name: None,
            include_command_line_api: None,
            run_immediately: None,
        };
        let no_frame = self.tab.call_method(no_frame);
        let no_frame = no_frame.expect("a script can come first");
        // What is under way, the bytes of what has come, and when something was heard.
        let seen = Arc::new(Mutex::new((HashSet::new(), 0.0, Instant::now())));
        let heard = Arc::clone(&seen);
        let listener = move |event: &Event| {
            let mut seen = heard.lock().expect("nobody has panicked with it");
            match event {
                Event::NetworkRequestWillBeSent(sent) => {
                    seen.0.insert(sent.params.request_id.clone());
                }
                Event::NetworkLoadingFinished(finished) => {
                    seen.0.remove(&finished.params.request_id);
                    seen.1 += finished.params.encoded_data_length;
                }
                Event::NetworkLoadingFailed(failed) => {
                    seen.0.remove(&failed.params.request_id);
                }
                _ => return,
            }
            seen.2 = Instant::now();
        };
        let listening = self.tab.add_event_listener(Arc::new(listener));
        let listening = listening.expect("a page can be listened to");
        self.goes(link);
        self.waits("performance.getEntriesByName('first-contentful-paint').length > 0");
        let until = Instant::now() + Duration::from_secs(60);
        let bytes = loop {
            thread::sleep(Duration::from_millis(100));
            let seen = seen.lock().expect("nobody has panicked with it");
            if seen.0.is_empty() && seen.2.elapsed() > Duration::from_secs(1) {
                break seen.1 as u64;
            }
            assert!(Instant::now() < until, "not all has come: {:?}", seen.0);
        };
        self.tab
            .remove_event_listener(&listening)
            .expect("it listens");
        let identifier = no_frame.identifier;
        self.tab
            .call_method(Page::RemoveScriptToEvaluateOnNewDocument { identifier })
            .expect("the script can be left out again");
        bytes
    }

    /// Nothing moves for this guest.
    pub fn wants_no_motion(&self) {
        let feature = Emulation::MediaFeature {
            name: "prefers-reduced-motion".to_string(),
            value: "reduce".to_string(),
        };
        let media = Emulation::SetEmulatedMedia {
            media: None,
            features: Some(vec![feature]),
        };
        self.tab
            .call_method(media)
            .expect("a browser can be told so");
    }

    /// The longest task of the page's thread while something is done, in milliseconds of the processor: what others do on the
    /// machine does not count.
    pub fn longest_task(&self, does: impl FnOnce()) -> f64 {
        let stream = Arc::new(Mutex::new(None));
        let heard = Arc::clone(&stream);
        let listener = move |event: &Event| {
            if let Event::TracingComplete(complete) = event {
                *heard.lock().expect("nobody has panicked with it") =
                    complete.params.stream.clone();
            }
        };
        let listening = self.tab.add_event_listener(Arc::new(listener));
        let listening = listening.expect("a page can be listened to");
        let start = Tracing::Start {
            categories: Some("toplevel,devtools.timeline".to_string()),
            options: None,
            buffer_usage_reporting_interval: None,
            transfer_mode: Some(Tracing::StartTransfer_modeOption::ReturnAsStream),
            stream_format: Some(Tracing::StreamFormat::Json),
            stream_compression: None,
            trace_config: None,
            perfetto_config: None,
            tracing_backend: None,
        };
        self.tab.call_method(start).expect("a page can be traced");
        does();
        self.tab
            .call_method(Tracing::End(None))
            .expect("it is traced");
        let until = Instant::now() + Duration::from_secs(30);
        let handle = loop {
            if let Some(handle) = stream.lock().expect("nobody has panicked with it").take() {
                break handle;
            }
            assert!(Instant::now() < until, "the trace has not come");
            thread::sleep(Duration::from_millis(50));
        };
        self.tab
            .remove_event_listener(&listening)
            .expect("it listens");
        let mut text = String::new();
        loop {
            let read = IO::Read {
                handle: handle.clone(),
                offset: None,
                size: None,
            };
            let part = self.tab.call_method(read).expect("the trace can be read");
            text += &part.data;
            if part.eof {
                break;
            }
        }
        longest(&serde_json::from_str(&text).expect("a trace is JSON"))
    }
}

fn longest(trace: &Value) -> f64 {
    let events = trace["traceEvents"].as_array().expect("it has events");
    let thread = |event: &Value| (event["pid"].clone(), event["tid"].clone());
    let named = |event: &&Value| event["args"]["name"] == "CrRendererMain";
    let mains: Vec<_> = events.iter().filter(named).map(thread).collect();
    let tasks = events.iter().filter(|event| {
        let name = event["name"].as_str().unwrap_or_default();
        name.contains("RunTask") && mains.contains(&thread(event))
    });
    let times = tasks.filter_map(|event| event["tdur"].as_f64());
    times.fold(0.0, f64::max) / 1000.0
}
